import '../../ui/styles/tokens.css';
import '../../ui/styles/base.css';
import './linking.css';
import type { LazyStrings } from '../../strings/dictionary.ts';
import { enLazy } from '../../strings/en-lazy.ts';
import { loadLanguage, localize } from '../../strings/language.ts';
import { openLinkChannel } from './channel.ts';

// The page of the provider window: it redirects to the provider, which redirects back to it.

const KEY = 'snug:linking';

const query = new URLSearchParams(location.search);
void start(query.get('flow'));

async function start(flow: string | null): Promise<void> {
  await loadLanguage(navigator.languages);
  const linkingStrings = localize('lazy', enLazy).linking;
  showText(linkingStrings.wait);
  if (flow) waitForProviderUrl(flow);
  else reportResult(linkingStrings, sessionStorage.getItem(KEY), query.get('error'));
}

function showText(sentence: string): void {
  const heading = document.querySelector('#words');
  if (heading) heading.textContent = sentence;
}

/** Redirects only if a Snug page confirms that it opened this window: another site could have opened it. */
function waitForProviderUrl(flow: string): void {
  sessionStorage.setItem(KEY, flow);
  const channel = openLinkChannel(message => {
    if (message.type === 'changed' || message.flow !== flow) return;
    if (message.type === 'go') location.replace(message.url);
    if (message.type === 'heard') window.close();
  });
  channel.send({ type: 'ready', flow });
}

function reportResult(
  linkingStrings: LazyStrings['linking'],
  flow: string | null,
  error: string | null,
): void {
  // Without a flow, the window belongs to a sign-in, which continues on the sign-in page.
  if (!flow) return location.replace(`/signin${location.search}`);
  showText(error ? linkingStrings.nothingLinked : linkingStrings.done);
  const channel = openLinkChannel(message => {
    if (message.type === 'heard' && message.flow === flow) window.close();
  });
  channel.send({ type: 'ended', flow, ...(error && { error }) });
}
