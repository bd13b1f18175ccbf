import { Link } from 'lucide-react';
import { messagePath } from '../../../state/room-path.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { copyLink as copy } from '../../../ui/feedback/copy-link.ts';
import type { MessageAction } from './message-action.ts';

export const copyLink: MessageAction = {
  icon: Link,
  key: 'C',
  getLabel: () => lazyStrings.messageActions.copyLink,
  run: ({ row }) => void copy(messagePath(row.roomId, row.id)),
};
