import { parentPort, workerData } from 'node:worker_threads';
import type { PushThreadData } from './push-thread.ts';
import { servePushes } from './serve-pushes.ts';

if (parentPort) servePushes(parentPort, workerData as PushThreadData);
