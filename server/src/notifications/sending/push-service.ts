import type { PushDeviceTable } from '../../db/push-tables.ts';

export type PushServiceName = PushDeviceTable['service'];

/** The hosts of browsers' push services. Those with a dot in front stand for all hosts below them. */
const HOSTS: readonly [host: string, service: PushServiceName][] = [
  ['fcm.googleapis.com', 'google'],
  ['jmt17.google.com', 'google'],
  ['.push.services.mozilla.com', 'mozilla'],
  ['.push.apple.com', 'apple'],
  ['.notify.windows.com', 'microsoft'],
];

/** `other`: of a browser of somebody else, or of a program such as UnifiedPush. */
export function identifyService(endpoint: string): PushServiceName {
  const { hostname } = new URL(endpoint);
  const found = HOSTS.find(([host]) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
  return found?.[1] ?? 'other';
}
