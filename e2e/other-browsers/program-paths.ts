import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface ProgramPaths {
  firefox: string;
  webkitDriver: string;
  miniBrowser: string;
  xvfb: string;
  pulseaudio: string;
  openbox: string;
}

const PACKAGES = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  'pulseaudio',
  'openbox',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-libav',
];

/** Throws if a program is missing, with what to install. */
export function findProgramPaths(): ProgramPaths {
  const programs: Record<keyof ProgramPaths, string | undefined> = {
    firefox: findOnPath('firefox-esr') ?? findOnPath('firefox'),
    webkitDriver: findOnPath('WebKitWebDriver'),
    miniBrowser: globSync('/usr/{lib,lib/*,libexec}/webkit2gtk-4.*/MiniBrowser')[0],
    xvfb: findOnPath('Xvfb'),
    pulseaudio: findOnPath('pulseaudio'),
    openbox: findOnPath('openbox'),
  };
  const missing = Object.entries(programs).filter(([, path]) => path === undefined);
  if (missing.length === 0) return programs as ProgramPaths;
  const names = missing.map(([name]) => name).join(', ');
  throw new Error(`Not found: ${names}. On Debian, as root:\napt-get install ${PACKAGES.join(' ')}`);
}

function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map(folder => join(folder, name)).find(path => existsSync(path));
}
