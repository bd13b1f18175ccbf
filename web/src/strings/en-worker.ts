import { times } from './en/times.ts';
import { workerTexts } from './en/worker-texts.ts';

export const enWorker = { times, ...workerTexts };
