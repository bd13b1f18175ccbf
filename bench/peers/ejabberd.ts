import { globSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '@snug/testkit/server-process.ts';
import { programProblem, startProgram } from '../targets/program.ts';
import { createSeats, type Target } from '../targets/target.ts';
import { startInFolder } from './start-in-folder.ts';

/** Rooms of ejabberd with their archive, over WebSocket. Presence is off: with 500 people it would be nearly all traffic. */
export const ejabberd: Target = {
  name: 'ejabberd',
  problem: () =>
    programProblem('ejabberdctl') ?? (findLibraries() ? undefined : 'its modules were not found'),
  async start(population) {
    const port = await freePort();
    const rooms = Array.from({ length: population.rooms }, (_, index) => `room${index}@conference.localhost`);
    const program = await startInFolder(folder => {
      writeFileSync(join(folder, 'ejabberd.yml'), createConfiguration(port));
      const env = {
        HOME: folder,
        ERL_LIBS: findLibraries(),
        EJABBERD_CONFIG_PATH: join(folder, 'ejabberd.yml'),
      };
      return startProgram('erl', buildArguments(folder), { port, env });
    });
    return { ...program, port, dialect: 'ejabberd', seats: createSeats(population, rooms) };
  },
};

function findLibraries(): string | undefined {
  const [module] = globSync('/{usr/lib,usr/lib/*-linux-gnu,opt/ejabberd*/lib}/ejabberd-*/ebin/ejabberd.beam');
  return module && dirname(dirname(dirname(module)));
}

/** Without a cluster, and without busy waiting, which would count as CPU time. */
function buildArguments(folder: string): string[] {
  const quoted = (path: string) => JSON.stringify(join(folder, path));
  return [
    '-noinput +K true +P 250000 +sbwt none +sbwtdcpu none +sbwtdio none -ejabberd quiet true'.split(' '),
    ['-mnesia', 'dir', quoted('mnesia'), '-ejabberd', 'log_path', quoted('ejabberd.log'), '-s', 'ejabberd'],
  ].flat();
}

function createConfiguration(port: number): string {
  return `
hosts: [localhost]
loglevel: error
auth_method: [anonymous]
anonymous_protocol: sasl_anon
allow_multiple_connections: true
max_fsm_queue: 1000000
listen:
  - port: ${port}
    ip: 127.0.0.1
    module: ejabberd_http
    request_handlers:
      /ws: ejabberd_http_ws
acl:
  everyone:
    server: localhost
access_rules:
  everyone:
    allow: all
modules:
  mod_mam:
    default: always
  mod_muc:
    access: everyone
    access_create: everyone
    access_mam: everyone
    min_message_interval: 0
    min_presence_interval: 0
    max_users: 5000
    default_room_options:
      mam: true
      max_users: 5000
      presence_broadcast: []
`;
}
