import type { Chat } from '@snug/client';
import type { ProviderId, SignInOptions } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showInfo, showSuccess } from '../../ui/feedback/toast.ts';
import { providerErrorText } from '../providers/provider-error-text.ts';
import { AccountError } from '../sign-in/accounts.ts';
import { fetchProviderUrl } from '../sign-in/post-account.ts';
import { openLinkChannel } from './channel.ts';
import { listLinked } from './use-linked-accounts.ts';

type Provider = SignInOptions['providers'][number];

const POLL_INTERVAL_MS = 300;
const LINKING_PAGE = '/linking.html';

/** Of a wrong password, and of a session that began too long ago. */
const PROOF_ERRORS: readonly string[] = ['forbidden', 'unauthenticated'];

let currentFlow: AbortController | undefined;

/**
 * Opens the provider's page in a window and shows the result. Browsers block the window outside a click handler. `password`: if the
 * person has one. Resolves as soon as the provider has the window or nothing more can happen; to the error that the form of the
 * password has to show, if there is one.
 */
export function openLinkWindow(
  chat: Chat,
  provider: Provider,
  password?: string,
): Promise<AccountError | undefined> {
  currentFlow?.abort();
  const flow = chat.newId();
  const popup = window.open(`${LINKING_PAGE}?flow=${flow}`, 'snug-linking', 'popup,width=520,height=720');
  if (!popup) {
    showInfo(lazyStrings.providers.windowBlocked(provider.name));
    return Promise.resolve(undefined);
  }
  // The provider's page must not control this one.
  popup.opener = null;
  currentFlow = new AbortController();
  notifyWhenClosed(popup, provider.name, currentFlow.signal);
  return runLinkFlow({ flow, chat, provider, password }, currentFlow);
}

/**
 * If a provider severs its window from the opener, `closed` is true while the window is open, but then this page has no focus.
 * A wrong notice does no harm: the result still arrives through the channel.
 */
function notifyWhenClosed(popup: Window, name: string, signal: AbortSignal): void {
  const pollTimer = setInterval(() => {
    if (!popup.closed || !document.hasFocus()) return;
    clearInterval(pollTimer);
    showInfo(lazyStrings.providers.windowLeft(name));
  }, POLL_INTERVAL_MS);
  signal.addEventListener('abort', () => clearInterval(pollTimer));
}

interface LinkFlow {
  flow: string;
  chat: Chat;
  provider: Provider;
  password: string | undefined;
}

function runLinkFlow(
  { flow, chat, provider: { id, name }, password }: LinkFlow,
  controller: AbortController,
): Promise<AccountError | undefined> {
  const { promise: started, resolve } = Promise.withResolvers<AccountError | undefined>();
  const channel = openLinkChannel(message => {
    if (message.type === 'changed' || message.flow !== flow) return;
    if (message.type === 'ready') void send();
    if (message.type === 'ended') finish(message.error);
  });
  controller.signal.addEventListener('abort', () => {
    channel.close();
    resolve(undefined);
  });

  async function send(): Promise<void> {
    try {
      const ends = { done: LINKING_PAGE, error: LINKING_PAGE };
      const url = await fetchProviderUrl('link-social', id, { ...ends, password });
      if (!controller.signal.aborted) channel.send({ type: 'go', flow, url });
      resolve(undefined);
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      if (!PROOF_ERRORS.includes(error.code)) return finish(error.code);
      channel.send({ type: 'heard', flow });
      resolve(error);
      controller.abort();
    }
  }

  function finish(error: string | undefined): void {
    if (controller.signal.aborted) return;
    channel.send({ type: 'heard', flow });
    controller.abort();
    if (error === undefined) void confirmLinked(chat, { id, name });
    else showInfo(providerErrorText(error, name));
  }
  return started;
}

/** Shows success only if the server confirms it. */
async function confirmLinked(chat: Chat, { id, name }: Provider): Promise<void> {
  const linked = await listLinked(chat).catch((): ProviderId[] => []);
  if (linked.includes(id)) showSuccess(lazyStrings.providers.linkedWith(name));
  else showInfo(providerErrorText('', name));
}
