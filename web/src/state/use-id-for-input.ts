import { useState } from 'react';
import { useChat } from './chat-context.ts';
import { IdForInput } from './id-for-input.ts';

/** For what a form creates. */
export function useIdForInput(): <Input extends object>(input: Input) => Input & { id: string } {
  const { newId } = useChat();
  const [ids] = useState(() => new IdForInput(newId));
  return input => ids.add(input);
}
