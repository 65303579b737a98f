// Loads a heap snapshot with the code of Chrome's DevTools, and prints what they show as JSON: the
// numbers of nodes and edges, whether each node has a distance from the roots, and each class with
// its count, its own size and its retained size. `.ci/devtools` bundles this file.

import * as fs from 'node:fs';
import * as path from 'node:path';

import {NodeFilter} from 'heap_snapshot_model';
import {HeapSnapshot, HeapSnapshotLoader} from 'heap_snapshot_worker';

const file = process.argv[2];
const dispatcher: any = {sendEvent() {}};
const loader = new HeapSnapshotLoader.HeapSnapshotLoader(dispatcher);
// The second worker computes a part of what the first one waits for.
const channel = new MessageChannel();
new HeapSnapshot.SecondaryInitManager(channel.port2 as any);
const stream = fs.createReadStream(path.resolve(file), {encoding: 'utf8', highWaterMark: 1 << 20});
for await (const chunk of stream) {
  loader.write(chunk as string);
}
loader.close();
const snapshot: any = await loader.buildSnapshot(channel.port1 as any);
const aggregates = snapshot.aggregatesWithFilter(new NodeFilter());
const classes: any = {};
for (const key of Object.keys(aggregates)) {
  const {name, count, self, maxRet} = aggregates[key];
  classes[name] = {count, self, retained: maxRet};
}
let distant = 0;
for (const distance of snapshot.nodeDistances) {
  distant += distance < 0 ? 1 : 0;
}
console.log(JSON.stringify({
  nodes: snapshot.nodeCount,
  edges: snapshot.containmentEdges.length / 3,
  totalSize: snapshot.totalSize,
  unreached: distant,
  classes,
}));
process.exit(0);
