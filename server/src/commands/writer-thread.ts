import { parentPort, workerData } from 'node:worker_threads';
import { serveBatches } from '../db/open.ts';
import { MUTATIONS } from './mutations.ts';

if (parentPort) serveBatches(parentPort, workerData.path, MUTATIONS);
