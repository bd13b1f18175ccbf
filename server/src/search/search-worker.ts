import { parentPort, workerData } from 'node:worker_threads';
import { serveSearches } from './serve-searches.ts';

if (parentPort) serveSearches(parentPort, workerData);
