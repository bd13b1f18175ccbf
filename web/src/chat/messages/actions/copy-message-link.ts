import { Link } from 'lucide-react';
import { messagePath } from '../../../state/room-path.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { copyLink } from '../../../ui/feedback/copy-link.ts';
import type { MessageAction } from './message-action.ts';

export const copyMessageLink: MessageAction = {
  icon: Link,
  key: 'C',
  getLabel: () => lazyStrings.messageActions.copyLink,
  run: ({ row }) => void copyLink(messagePath(row.roomId, row.id)),
};
