import { isIP } from 'node:net';
import * as v from 'valibot';

export interface ListenAddress {
  host: string;
  port: number;
}

export interface MetricsSettings {
  /** Undefined without a token. */
  token: string | undefined;
  /** Of a port of their own. Undefined if they are on Snug's port. */
  listen: ListenAddress | undefined;
}

const LOOPBACK = '127.0.0.1';
const MAX_PORT = 65_535;

/** "9464", "10.0.0.5:9464" or "[::1]:9464". */
const listen = v.pipe(
  v.string(),
  v.check(
    text => parseListenAddress(text) !== undefined,
    'must be a port, or an IP address and a port such as 10.0.0.5:9464',
  ),
  v.transform(text => parseListenAddress(text) as ListenAddress),
);

export const METRICS_VARIABLES = {
  // HTTP removes white space from the ends of a header.
  SNUG_METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.trim(), v.minLength(32, 'must have at least 32 characters')),
  ),
  SNUG_METRICS_PORT: v.optional(listen),
};

function parseListenAddress(text: string): ListenAddress | undefined {
  const [, address, digits] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const host = address === undefined ? LOOPBACK : address.replace(/^\[(.+)\]$/, '$1');
  // An address of version 6 needs its brackets: "::1:9464" could be an address without a port.
  const isValid = isIP(host) === 4 || (isIP(host) === 6 && host !== address);
  const port = Number(digits);
  return isValid && port >= 1 && port <= MAX_PORT ? { host, port } : undefined;
}

interface MetricsVariables {
  SNUG_METRICS_TOKEN?: string | undefined;
  SNUG_METRICS_PORT?: ListenAddress | undefined;
}

/** Undefined without metrics, as by default. */
export function readMetricsSettings({
  SNUG_METRICS_TOKEN: token,
  SNUG_METRICS_PORT: listen,
}: MetricsVariables): MetricsSettings | undefined {
  return token === undefined && listen === undefined ? undefined : { token, listen };
}
