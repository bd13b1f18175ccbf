import { parentPort, workerData } from 'node:worker_threads';
import { MUTATIONS } from '../../commands/mutations.ts';
import { serveBatches } from './thread.ts';

if (parentPort) serveBatches(parentPort, workerData.path, MUTATIONS);
