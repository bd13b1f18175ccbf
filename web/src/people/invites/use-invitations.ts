import { Invitations } from '@snug/client';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';

export function useInvitations(): Invitations {
  const chat = useChat();
  const [invitations] = useState(() => new Invitations(chat.connection, room => chat.addOwn(room)));
  return invitations;
}
