import { parentPort, workerData } from 'node:worker_threads';
import { type IndexWorkerData, serveIndex } from './serve-index.ts';

if (parentPort) serveIndex(parentPort, workerData as IndexWorkerData);
