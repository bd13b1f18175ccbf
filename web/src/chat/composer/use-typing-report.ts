import { type RefObject, useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { getTyping } from '../typing/typing.ts';

/** Others see that this person is typing, except while the field is empty. */
export function useTypingReport(roomId: string, box: RefObject<HTMLTextAreaElement | null>): void {
  const typing = getTyping(useChat());
  useEffect(() => {
    const { current } = box;
    const onInput = () => {
      if (current && /\S/.test(current.value)) typing.get(roomId).report();
    };
    current?.addEventListener('input', onInput);
    return () => current?.removeEventListener('input', onInput);
  }, [typing, roomId, box]);
}
