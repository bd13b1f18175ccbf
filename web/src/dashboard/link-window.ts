import type { Chat } from '@snug/client';
import type { SignInOptions } from '@snug/protocol';
import { type LinkMessage, openLinkChannel } from '../linking/channel.ts';
import { wordsOfRefusal } from '../providers/refusals.ts';
import { AccountError, providerAddress } from '../sign-in/accounts.ts';
import { showInfo, showSuccess } from '../ui/toast.ts';

type Provider = SignInOptions['providers'][number];

const LOOK_EVERY_MS = 300;

let current: AbortController | undefined;

/** Opens the window in which a provider is asked, and says how it ended. To be called in the click itself. */
export function linkInWindow(chat: Chat, provider: Provider): void {
  const { id, name } = provider;
  current?.abort();
  const popup = window.open(`/linking.html?to=${id}`, 'snug-linking', 'popup,width=520,height=720');
  if (!popup) {
    showInfo(`The browser blocked the window of ${name}. Please allow pop-ups for Snug and try again`);
    return;
  }
  // The provider's page is to have no hold on this one.
  popup.opener = null;
  current = new AbortController();
  watch(chat, provider, popup, current);
}

function watch(chat: Chat, { id, name }: Provider, popup: Window, watching: AbortController): void {
  const channel = openLinkChannel(message => {
    if (message.provider === id) void hear(message);
  });
  // A window that is cut off from its opener passes for closed; but while it is looked at, this page is not. And whatever
  // was said here: its end is still heard.
  const looking = setInterval(() => {
    if (!popup.closed || !document.hasFocus()) return;
    clearInterval(looking);
    showInfo(`${name} is not linked: its window was left before it was done`);
  }, LOOK_EVERY_MS);
  watching.signal.addEventListener('abort', () => {
    clearInterval(looking);
    channel.close();
  });

  async function hear(message: LinkMessage): Promise<void> {
    if (message.type === 'ready') {
      const url = await addressOf(id);
      if (typeof url === 'string') channel.send({ type: 'go', provider: id, url });
      else end(url.code);
    }
    if (message.type === 'ended') end(message.error);
  }

  function end(error: string | undefined): void {
    channel.send({ type: 'heard', provider: id });
    watching.abort();
    if (error) showInfo(wordsOfRefusal(error, name));
    else void confirm(chat, { id, name });
  }
}

async function addressOf(id: Provider['id']): Promise<string | AccountError> {
  const back = `/linking.html?provider=${id}`;
  try {
    return await providerAddress('link-social', id, { done: back, error: back });
  } catch (error) {
    if (error instanceof AccountError) return error;
    throw error;
  }
}

/** Any site can open the address that says "done": only the server knows. */
async function confirm(chat: Chat, { id, name }: Provider): Promise<void> {
  const linked = await chat.listAccounts().catch((): Provider['id'][] => []);
  if (linked.includes(id)) showSuccess(`Linked with ${name}`);
  else showInfo(wordsOfRefusal('', name));
}
