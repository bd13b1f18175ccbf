import { readWords } from '@snug/protocol';
import { receivePushes } from './notifications/worker/receive-pushes.ts';
import './state/offline/serve-page.ts';

receivePushes(readWords);
