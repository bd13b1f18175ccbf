import { Store } from '@snug/client';

// The server writes the look of the workspace into the page, so that it is there at the first paint.
const { dataset } = document.documentElement;

/** The token of the workspace's logo. Undefined for the logo of Snug. */
export const workspaceLogo = new Store(dataset['logo']);

export type LogoPicture = 'icon-64' | 'icon-192' | 'icon-512';

export function getLogoPath(token: string, picture: LogoPicture): string {
  return `/logo/${token}/${picture}.png`;
}
