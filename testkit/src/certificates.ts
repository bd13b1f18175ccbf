import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

/** Paths of PEM files. */
export interface Certificates {
  authority: string;
  certificate: string;
  key: string;
  /** Of a client, from the same authority. */
  client: { certificate: string; key: string };
}

/** Version 3 and newer of OpenSSL can sign a certificate in one step. */
export const CAN_CREATE_CERTIFICATES = /^OpenSSL [3-9]/.test(
  String(spawnSync('openssl', ['version']).stdout),
);

/** Of a new authority, for a server with this name. */
export function createCertificates(folder: string, host: string): Certificates {
  const path = (name: string) => join(folder, name);
  run(folder, ['req', '-x509', ...CURVE, '-subj', '/CN=Authority', '-keyout', 'ca.key', '-out', 'ca.pem']);
  const sign = (name: string, subject: readonly string[]) => {
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-keyout', `${name}.key`, '-out', `${name}.pem`];
    run(folder, ['req', '-x509', ...CURVE, ...subject, ...signed]);
    return { certificate: path(`${name}.pem`), key: path(`${name}.key`) };
  };
  const server = sign('server', ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]);
  return { authority: path('ca.pem'), ...server, client: sign('client', ['-subj', '/CN=client']) };
}

function run(folder: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
}
