// The native methods of Work.java.

#include <jni.h>

#include "native.h"

JNIEXPORT jlong JNICALL Java_Work_nothing(JNIEnv *env, jclass class, jlong value) {
  (void)env, (void)class;
  return (jlong)native_nothing((uint64_t)value, 1, 2, 3, 4);
}

JNIEXPORT jlong JNICALL Java_Work_sleep(JNIEnv *env, jclass class) {
  (void)env, (void)class;
  return (jlong)native_sleep(0, 1, 2, 3, 4);
}
