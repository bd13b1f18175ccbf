import { Pin, PinOff } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { canPin } from '../../pins/can-pin.ts';
import { setPin } from '../../pins/set-pin.ts';
import type { MessageAction } from './message-action.ts';

export const pin: MessageAction = {
  icon: Pin,
  getLabel: ({ row, room, isRoomAdmin }) =>
    canPin(room, isRoomAdmin) && !row.isPinned ? lazyStrings.pins.pin : undefined,
  run: ({ chat, row }) => setPin(chat, row.roomId, row.id, true),
};

export const unpin: MessageAction = {
  icon: PinOff,
  getLabel: ({ row, room, isRoomAdmin }) =>
    canPin(room, isRoomAdmin) && row.isPinned ? lazyStrings.pins.unpin : undefined,
  run: ({ chat, row }) => setPin(chat, row.roomId, row.id, false),
};
