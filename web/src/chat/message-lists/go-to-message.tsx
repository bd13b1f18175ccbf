import type { Message } from '@snug/protocol';
import { messagePath } from '../../state/room-path.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { LinkButton } from '../../ui/form/link-button.tsx';

interface GoToMessageProps {
  message: Pick<Message, 'id' | 'roomId'>;
  /** Called before the room opens, for example to close a dialog. */
  onGo?: () => void;
}

export function GoToMessage({ message: { roomId, id }, onGo }: GoToMessageProps) {
  return (
    <LinkButton href={messagePath(roomId, id)} onClick={onGo}>
      {lazyStrings.messageLists.goTo}
    </LinkButton>
  );
}
