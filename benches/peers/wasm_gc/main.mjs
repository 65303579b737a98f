// Runs an exported function of a WebAssembly module, and prints its time, its result, and the
// pauses of V8's collector.
//
//   node main.mjs FILE EXPORT [NUMBER...]
import { readFileSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";
import process from "node:process";

const [file, name, ...numbers] = process.argv.slice(2);

const pauses = [];
const observer = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
observer.observe({ entryTypes: ["gc"] });

const print = (number) => console.log(String(number));
const host = {
  print_i32: print,
  print_i64: print,
  print_f32: print,
  print_f64: print,
  print_char: (point) => process.stdout.write(String.fromCodePoint(point)),
  clock: () => process.hrtime.bigint(),
};
const { instance } = await WebAssembly.instantiate(readFileSync(file), { host });

const start = process.hrtime.bigint();
const result = instance.exports[name](...numbers.map(Number));
const wall = process.hrtime.bigint() - start;

// Entries are passed to the observer by later tasks.
setTimeout(() => {
  for (const pause of [...pauses, ...observer.takeRecords()]) {
    console.log(`pause_ns ${Math.round(pause.duration * 1e6)}`);
  }
  console.log(`wall_ns ${wall}`);
  console.log(`result ${result}`);
}, 50);
