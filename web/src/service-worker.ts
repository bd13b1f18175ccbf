import { readWords } from './chat/messages/text/words.ts';
import { receivePushes } from './notifications/worker/receive-pushes.ts';
import './state/offline/serve-page.ts';

receivePushes(readWords);
