import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@snug/testkit/server-process.ts';
import { programProblem, startProgram } from '../targets/program.ts';
import { createSeats, type Target } from '../targets/target.ts';
import { startInFolder } from './start-in-folder.ts';

/** Rooms of Prosody with their archive, over WebSocket. Presence is off, as with ejabberd. */
export const prosody: Target = {
  name: 'Prosody',
  problem: () => programProblem('prosody'),
  async start(population) {
    const port = await freePort();
    const rooms = Array.from({ length: population.rooms }, (_, index) => `room${index}@conference.localhost`);
    const program = await startInFolder(folder => {
      const path = join(folder, 'prosody.cfg.lua');
      writeFileSync(path, createConfiguration(port, folder));
      return startProgram('prosody', ['-F', '--config', path], { port });
    });
    return { ...program, port, dialect: 'prosody', seats: createSeats(population, rooms) };
  },
};

function createConfiguration(port: number, folder: string): string {
  return `
data_path = ${JSON.stringify(folder)}
run_as_root = true
pidfile = ${JSON.stringify(join(folder, 'prosody.pid'))}
log = { { levels = { min = "error" }, to = "console" } }
modules_enabled = { "saslauth", "websocket" }
modules_disabled = { "s2s", "offline" }
c2s_ports = {}
c2s_direct_tls_ports = {}
s2s_ports = {}
https_ports = {}
http_ports = { ${port} }
http_interfaces = { "127.0.0.1" }
c2s_require_encryption = false
consider_websocket_secure = true
VirtualHost "localhost"
  authentication = "anonymous"
Component "conference.localhost" "muc"
  modules_enabled = { "muc_mam" }
  muc_log_by_default = true
  muc_room_locking = false
  muc_room_default_presence_broadcast = { visitor = false, participant = false, moderator = false }
`;
}
