/**
 * Why a browser cannot show notifications. `insecure`: it needs https. `home_screen`: those of Apple's phones and tablets need an installed
 * app. `unsupported`: it has none, or stores no service worker.
 */
export type Obstacle = 'insecure' | 'home_screen' | 'unsupported';

export function findObstacle(): Obstacle | undefined {
  if (!window.isSecureContext) return 'insecure';
  if (isPhoneOfApple() && !isInstalled()) return 'home_screen';
  return 'Notification' in window && 'serviceWorker' in navigator ? undefined : 'unsupported';
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
function isPhoneOfApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Undefined where the service worker is not ready, such as in a private window of some browsers. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.getRegistration().catch(() => undefined);
}

export function isPermitted(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}
