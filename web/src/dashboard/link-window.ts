import type { Chat } from '@snug/client';
import type { ProviderId, SignInOptions } from '@snug/protocol';
import { openLinkChannel } from '../linking/channel.ts';
import { providerErrorText } from '../providers/provider-error-text.ts';
import { AccountError } from '../sign-in/accounts.ts';
import { fetchProviderUrl } from '../sign-in/post-account.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showInfo, showSuccess } from '../ui/feedback/toast.ts';

type Provider = SignInOptions['providers'][number];

const POLL_INTERVAL_MS = 300;
const LINKING_PAGE = '/linking.html';

let currentFlow: AbortController | undefined;

/** Opens the provider's page in a window and shows the result. Browsers block the window outside a click handler. */
export function openLinkWindow(chat: Chat, provider: Provider): void {
  currentFlow?.abort();
  const flow = chat.newId();
  const popup = window.open(`${LINKING_PAGE}?flow=${flow}`, 'snug-linking', 'popup,width=520,height=720');
  if (!popup) {
    showInfo(lazyStrings.providers.windowBlocked(provider.name));
    return;
  }
  // The provider's page must not control this one.
  popup.opener = null;
  currentFlow = new AbortController();
  notifyWhenClosed(popup, provider.name, currentFlow.signal);
  runLinkFlow(flow, chat, provider, currentFlow);
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

function runLinkFlow(flow: string, chat: Chat, { id, name }: Provider, controller: AbortController): void {
  const channel = openLinkChannel(message => {
    if (message.type === 'changed' || message.flow !== flow) return;
    if (message.type === 'ready') void send();
    if (message.type === 'ended') finish(message.error);
  });
  controller.signal.addEventListener('abort', () => channel.close());

  async function send(): Promise<void> {
    try {
      const url = await fetchProviderUrl('link-social', id, { done: LINKING_PAGE, error: LINKING_PAGE });
      if (!controller.signal.aborted) channel.send({ type: 'go', flow, url });
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      finish(error.code);
    }
  }

  function finish(error: string | undefined): void {
    if (controller.signal.aborted) return;
    channel.send({ type: 'heard', flow });
    controller.abort();
    if (error === undefined) void confirmLinked(chat, { id, name });
    else showInfo(providerErrorText(error, name));
  }
}

/** Shows success only if the server confirms it. */
async function confirmLinked(chat: Chat, { id, name }: Provider): Promise<void> {
  const linked = await chat.listAccounts().catch((): ProviderId[] => []);
  if (linked.includes(id)) showSuccess(lazyStrings.providers.linkedWith(name));
  else showInfo(providerErrorText('', name));
}
