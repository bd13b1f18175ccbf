import { parentPort, workerData } from 'node:worker_threads';
import type { IndexThreadData } from './index-thread.ts';
import { serveFinder } from './serve-finder.ts';
import { serveFollower } from './serve-follower.ts';

const { role, data } = workerData as IndexThreadData;
if (parentPort && role === 'find') serveFinder(parentPort, data);
if (parentPort && role === 'follow') await serveFollower(parentPort, data);
