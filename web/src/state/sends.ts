import { Signal } from '@snug/client';
import { useEffect, useState } from 'react';

/** The id of the room for which a person presses "Send" in this page. Queued messages and other pages send without it. */
export const sends = new Signal<string>();

/** How often the person has sent something to the room since the component was mounted. */
export function useSendCount(roomId: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => sends.subscribe(id => id === roomId && setCount(last => last + 1)), [roomId]);
  return count;
}
