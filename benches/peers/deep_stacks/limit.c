// A lower bound of young collections under deep recursion, that of managed/deep_stacks.ll.
// Arguments: FRAMES NEW COLLECTIONS WARM_UP.
//
// A collection visits only the new frames, which are linked, and copies their objects. There are no
// tables of frames, no types and no other threads.

#include "../common/peer.h"

struct box {
  uint64_t header, number;
};

struct frame {
  struct frame *caller;
  struct box *box;
};

// Stack space of a frame, and of other functions.
enum { BYTES_PER_FRAME = 256, REST_OF_STACK = 16 << 20 };

static uint64_t frames, new_frames, turn, rounds, warm_up, rounds_done;
static struct frame *youngest;
// The boxes of the frames before collections, and their copies.
static struct box *nursery, *nursery_next, *copies, *copies_next;
static uint64_t *elapsed, *processor;

static uint64_t thread_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void collect(void) {
  uint64_t begin_of_processor = thread_time(), begin = now();
  // The first collection copies all boxes.
  uint64_t count = rounds_done == 0 ? frames : new_frames;
  struct frame *frame = youngest;
  for (uint64_t i = 0; i < count; i++, frame = frame->caller) {
    struct box *copy = copies_next++;
    *copy = *frame->box;
    frame->box = copy;
  }
  nursery_next = nursery;
  elapsed[rounds_done] = now() - begin;
  processor[rounds_done] = thread_time() - begin_of_processor;
  rounds_done++;
}

static __attribute__((noinline)) uint64_t recurse(uint64_t level) {
  struct frame frame = {youngest, nursery_next++};
  frame.box->header = 1;
  frame.box->number = level;
  youngest = &frame;
  uint64_t sum = 0;
  if (level == frames) {
    collect();
  } else {
    for (uint64_t left = level == turn ? rounds : 1; left > 0; left--)
      sum += recurse(level + 1);
  }
  youngest = frame.caller;
  return sum + frame.box->number;
}

static void *work(void *unused) {
  (void)unused;
  print("result", recurse(1));
  for (uint64_t i = warm_up; i < rounds; i++) {
    print("pause_ns", elapsed[i]);
    print("cpu_ns", processor[i]);
  }
  return NULL;
}

int main(int count, char **arguments) {
  frames = argument(count, arguments, 1);
  new_frames = argument(count, arguments, 2);
  warm_up = argument(count, arguments, 4);
  rounds = argument(count, arguments, 3) + warm_up;
  turn = frames - new_frames;
  nursery = nursery_next = or_die(calloc(frames, sizeof(struct box)));
  copies = copies_next = or_die(calloc(frames + rounds * new_frames, sizeof(struct box)));
  elapsed = or_die(calloc(rounds, sizeof(uint64_t)));
  processor = or_die(calloc(rounds, sizeof(uint64_t)));
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, frames * BYTES_PER_FRAME + REST_OF_STACK);
  if (pthread_create(&thread, &attributes, work, NULL)) {
    fputs("error: no thread\n", stderr);
    return 1;
  }
  pthread_join(thread, NULL);
  return 0;
}
