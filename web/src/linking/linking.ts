import '../styles/tokens.css';
import '../styles/base.css';
import './linking.css';
import { applyTheme, storedTheme } from '../ui/theme.ts';
import { openLinkChannel } from './channel.ts';

// The window in which a provider is asked. Here it waits to be sent there, and here it comes back to.

const KEY = 'snug:linking';

applyTheme(storedTheme());
const query = new URLSearchParams(location.search);
const begun = query.get('flow');
if (begun) waitToGo(begun);
else comeBack(sessionStorage.getItem(KEY), query.get('error'));

/** Goes only where a page of ours says that opened it: another site could open this window, too. */
function waitToGo(flow: string): void {
  sessionStorage.setItem(KEY, flow);
  const channel = openLinkChannel(message => {
    if (message.type === 'changed' || message.flow !== flow) return;
    if (message.type === 'go') location.replace(message.url);
    if (message.type === 'heard') window.close();
  });
  channel.send({ type: 'ready', flow });
}

function comeBack(flow: string | null, error: string | null): void {
  // No window of this kind: a way to sign in that could not end where it began.
  if (!flow) return location.replace(`/signin${location.search}`);
  const words = document.querySelector('#words');
  if (words) words.textContent = `${error ? 'Nothing was linked' : 'Done'}. You can close this window.`;
  const channel = openLinkChannel(message => {
    if (message.type === 'heard' && message.flow === flow) window.close();
  });
  channel.send({ type: 'ended', flow, ...(error && { error }) });
}
