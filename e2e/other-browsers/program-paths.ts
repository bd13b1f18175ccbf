import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Requirement {
  find: () => string | undefined;
  /** Of Debian. */
  packages: readonly string[];
}

const REQUIREMENTS = {
  firefox: { find: () => findOnPath('firefox-esr') ?? findOnPath('firefox'), packages: ['firefox-esr'] },
  chromium: { find: () => findOnPath('chromium'), packages: ['chromium'] },
  webkitDriver: { find: () => findOnPath('WebKitWebDriver'), packages: ['webkit2gtk-driver'] },
  miniBrowser: {
    find: () => globSync('/usr/{lib,lib/*,libexec}/webkit2gtk-4.*/MiniBrowser')[0],
    packages: ['webkit2gtk-driver'],
  },
  xvfb: { find: () => findOnPath('Xvfb'), packages: ['xvfb'] },
  openbox: { find: () => findOnPath('openbox'), packages: ['openbox'] },
  pulseaudio: {
    find: () => findOnPath('pulseaudio'),
    packages: ['pulseaudio', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'gstreamer1.0-libav'],
  },
  xdotool: { find: () => findOnPath('xdotool'), packages: ['xdotool'] },
  dbus: { find: () => findOnPath('dbus-daemon'), packages: ['dbus'] },
  python: { find: findPython, packages: ['python3-dbus', 'python3-gi'] },
  libnotify: { find: () => globSync('/usr/lib/*/libnotify.so.4')[0], packages: ['libnotify4'] },
} satisfies Record<string, Requirement>;

export type ProgramName = keyof typeof REQUIREMENTS;
export type ProgramPaths<Name extends ProgramName> = Record<Name, string>;

/** Names what is missing, and what to install. */
export class MissingProgramError extends Error {
  constructor(missing: readonly ProgramName[]) {
    const packages = new Set(missing.flatMap(name => REQUIREMENTS[name].packages));
    super(`not found: ${missing.join(', ')}. On Debian, as root: apt-get install ${[...packages].join(' ')}`);
  }
}

/** Throws a `MissingProgramError`. */
export function findProgramPaths<Name extends ProgramName>(names: readonly Name[]): ProgramPaths<Name> {
  const found = names.map(name => [name, REQUIREMENTS[name].find()] as const);
  const missing = found.flatMap(([name, path]) => (path === undefined ? [name] : []));
  if (missing.length > 0) throw new MissingProgramError(missing);
  return Object.fromEntries(found) as ProgramPaths<Name>;
}

/** Debian's own, which has the modules of its packages. */
function findPython(): string | undefined {
  const path = '/usr/bin/python3';
  const hasModules = existsSync(path) && spawnSync(path, ['-c', 'import dbus, gi']).status === 0;
  return hasModules ? path : undefined;
}

function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map(folder => join(folder, name)).find(path => existsSync(path));
}
