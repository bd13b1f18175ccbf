import type { ServerState } from '@snug/protocol';
import type { Config } from '../../config/config.ts';
import { getEngineName, readDatabaseBytes } from '../../db/open.ts';
import type { Store } from '../../db/store.ts';
import type { ServerFacts } from './server-state.ts';

export function describeServer(config: Config, { read, now }: Pick<Store, 'read' | 'now'>): ServerFacts {
  const engine = getEngineName(config);
  return {
    engine,
    startedAt: now(),
    settings: listSettings(config),
    readDatabaseBytes: () => readDatabaseBytes(read, engine),
  };
}

/** A list of what is safe to show: a new setting stays out until somebody adds it here. */
function listSettings(config: Config): ServerState['settings'] {
  const { origins, maxFileBytes, quota, rates, sockets, s3 } = config;
  const { isSearchOn, isPushOn, trustedProxies, outboundAllow, providers, mail, nats } = config;
  const { drainMs, logLevel } = config;
  const values = {
    SNUG_URL: origins[0],
    SNUG_MAX_FILE_BYTES: String(maxFileBytes),
    SNUG_QUOTA_MB: String(Math.floor(quota / (1024 * 1024))),
    ...(s3 && { S3_URL: `${s3.endpoint}/${s3.bucket}/${s3.prefix}` }),
    SNUG_SEARCH: isSearchOn ? 'on' : 'off',
    SNUG_PUSH: isPushOn ? 'on' : 'off',
    SNUG_RATE_LIMITS: rates ? 'on' : 'off',
    ...(rates && {
      SNUG_MAX_SOCKETS: String(sockets.perPerson),
      SNUG_MAX_ADDRESS_SOCKETS: String(sockets.perAddress),
    }),
    SNUG_TRUSTED_PROXIES: trustedProxies.join(', '),
    SNUG_OUTBOUND_ALLOW: outboundAllow.join(', '),
    SNUG_DRAIN_SECONDS: String(drainMs / 1_000),
    LOG_LEVEL: logLevel,
    providers: providers.map(({ name }) => name).join(', '),
    mail: mail ? 'on' : 'off',
    ...(nats && { NATS_URL: nats.servers.join(', ') }),
  };
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
