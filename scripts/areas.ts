import { posix } from 'node:path';

/** The source folder of a package, whose folders are its areas. */
export interface Layout {
  /** Path from the root of the project. */
  folder: string;
  /** From the top. An area imports those after it, and the files beside the areas import all. */
  areas: readonly string[];
  /** The other imports, such as `chat -> people`, with their reasons. */
  upward: Readonly<Record<string, string>>;
}

export interface Source {
  /** Path from the folder of the layout. */
  path: string;
  text: string;
}

/** Static, dynamic and type imports, exports of other files, and styles that compose others. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.[^'"\n]*)\1/g;

/** Without tests and their helpers, which import from everywhere. */
export function isProduct(path: string): boolean {
  return !/\.test\.tsx?$|(?:^|\/)testing\//.test(path);
}

export function findAreaProblems({ folder, areas, upward }: Layout, sources: readonly Source[]): string[] {
  const problems = new Set<string>();
  const found = new Set<string>();
  for (const { path, text } of sources) {
    const area = getArea(path);
    if (area !== undefined && !areas.includes(area))
      problems.add(`${folder}/${area} is not in the list of areas`);
    for (const target of listImports(path, text)) {
      const other = getArea(target);
      const arrow = `${area} -> ${other}`;
      const place = `${folder}/${path} imports ${folder}/${target}`;
      if (area === other) continue;
      if (other === undefined) problems.add(`${place}, which is above all areas`);
      else if (!areas.includes(other)) problems.add(`${place}, which is in no area`);
      else if (area === undefined || areas.indexOf(area) < areas.indexOf(other)) continue;
      else if (upward[arrow] === undefined) problems.add(`${place}, which is upwards`);
      else found.add(arrow);
    }
  }
  for (const arrow of Object.keys(upward))
    if (!found.has(arrow))
      problems.add(`${folder}: nothing imports ${arrow} any more, so it needs no reason`);
  return [...problems];
}

/** Undefined for a file beside the areas, and outside of the folder. */
function getArea(path: string): string | undefined {
  return path.includes('/') ? path.split('/')[0] : undefined;
}

function listImports(path: string, text: string): string[] {
  const targets = [...text.matchAll(IMPORT)].map(([, , target = '']) =>
    posix.join(posix.dirname(path), target.replace(/\?.*$/, '')),
  );
  // The rules of the linter name the packages that a package may import.
  return targets.filter(target => !target.startsWith('..'));
}
