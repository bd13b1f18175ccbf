import { Chat } from '@snug/client';
import type { InitialState } from '@snug/protocol';
import { type ReactNode, useEffect, useState } from 'react';
import type { Account } from '../account/sign-in/accounts.ts';
import { onSocketSignedOut, reloadSession } from '../account/sign-in/session.ts';
import type { LazyRecorder } from '../chat/voice/lazy-recorder.ts';
import { RecordersContext } from '../chat/voice/recorders-context.ts';
import { ChatContext, type ChatContextValue } from '../state/chat-context.ts';
import { Drafts } from '../state/drafts.ts';
import { onHide } from '../ui/browser/on-hide.ts';
import { workspaceName } from '../ui/browser/workspace-name.ts';
import { createBrowserEnvironment } from './browser-environment.ts';
import { reloadOnce } from './reload.ts';
import { showRejections } from './show-rejections.ts';

const loadLook = async () => import('../ui/browser/show-look.ts');

interface ChatProviderProps {
  account: Account;
  initialState?: InitialState;
  children: ReactNode;
}

export function ChatProvider({ account, initialState, children }: ChatProviderProps) {
  const [value] = useState(() => createContextValue(account, initialState));
  useEffect(() => startChat(value), [value]);
  const [recorders] = useState(() => new Map<string, LazyRecorder>());
  return (
    <ChatContext value={value}>
      <RecordersContext value={recorders}>{children}</RecordersContext>
    </ChatContext>
  );
}

function createContextValue(account: Account, initialState?: InitialState): ChatContextValue {
  const chat = new Chat(createBrowserEnvironment(account.id), account.id);
  const drafts = new Drafts(account.id);
  chat.trimmed.subscribe(({ roomId, before }) => drafts.room(roomId).dropAnswer(before));
  if (initialState) chat.showInitialState(initialState);
  return {
    chat,
    account: { uid: account.id, name: account.name, createdAt: Date.parse(account.createdAt), version: 0 },
    drafts,
    chosenFiles: new Map(),
    savedScrolls: new Map(),
  };
}

/** Shows the look of the workspace after changes. The page comes with the one of its time. */
function followLook({ workspace: { settings } }: Chat): () => void {
  let { accent, logo } = document.documentElement.dataset;
  const show = () => {
    const now = settings.get();
    if (!now) return;
    workspaceName.set(now.name);
    if (now.accent === accent && now.logo === logo) return;
    ({ accent, logo } = now);
    void loadLook().then(({ showAccent, showLogo }) => {
      showAccent(accent);
      showLogo(logo);
    });
  };
  show();
  return settings.subscribe(show);
}

function startChat(value: ChatContextValue): () => void {
  const { chat, account } = value;
  const { state } = chat.connection;
  const unsubscribe = state.subscribe(() => {
    const now = state.get();
    if (now.status !== 'closed') return;
    if (now.reason === 'signed_out') void onSocketSignedOut(account.uid, restart);
    else if (now.reason === 'someone_else') reloadSession();
    else void reloadOnce(value);
  });
  const restart = () => {
    if (state.get().status !== 'closed') return;
    chat.connection.stop();
    chat.connection.start();
  };
  const wake = () => {
    if (document.visibilityState === 'visible') chat.connection.wake();
  };
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  const stopFlushing = onHide(() => chat.cursors.flush());
  const stopLook = followLook(chat);
  chat.start();
  const stopRejections = showRejections(chat, value.drafts, account.uid);
  return () => {
    unsubscribe();
    stopLook();
    stopRejections();
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    stopFlushing();
    chat.stop();
  };
}
