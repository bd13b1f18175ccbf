import type { Journey } from '../journey.ts';
import { dark, list } from './appearance.ts';
import { files } from './files.ts';
import { arrivals, history } from './history.ts';
import { dialogs, drafts, keyboard } from './keyboard.ts';
import { likes, reconnecting, sending } from './sending.ts';
import { createRoom, signUp } from './sign-up.ts';
import { longPress, narrow, sheet, swipe, touch } from './touch.ts';
import { discarded, voice } from './voice.ts';

/** In this order: the first one creates the accounts. */
export const journeys: readonly Journey[] = [
  signUp,
  createRoom,
  sending,
  likes,
  history,
  arrivals,
  drafts,
  keyboard,
  dialogs,
  files,
  voice,
  discarded,
  dark,
  list,
  narrow,
  touch,
  sheet,
  longPress,
  swipe,
  reconnecting,
];
