import { join } from 'node:path';

/** The file of a built folder that lists the packages in it: a path below the root of the project on each line. */
export const PACKAGE_LIST = '.packages';

/** The last one of a path, because a package may have packages of its own. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Plugins of Rolldown and Vite that list the packages whose modules and other files are in the result. `worker` is for bundles that become
 * part of the main one, and end before it.
 * @param {string} root of the project
 * @param {string} folder that is built
 * @returns {{ main: import('rolldown').Plugin, worker: import('rolldown').Plugin }}
 */
export function listPackages(root, folder) {
  /** @type {Set<string>} */
  const paths = new Set();
  const name = 'snug:list-packages';
  return {
    worker: {
      name,
      generateBundle() {
        for (const id of this.getModuleIds()) paths.add(id);
      },
    },
    main: {
      name,
      generateBundle(_options, bundle) {
        for (const id of this.getModuleIds()) paths.add(id);
        // Styles name fonts and pictures, which are no modules.
        for (const file of Object.values(bundle))
          if (file.type === 'asset') for (const path of file.originalFileNames) paths.add(join(folder, path));
        const packages = new Set([...paths].flatMap(path => findPackage(path, root) ?? []));
        const source = `${[...packages].toSorted().join('\n')}\n`;
        this.emitFile({ type: 'asset', fileName: PACKAGE_LIST, source });
      },
    },
  };
}

/**
 * The folder of the package of a module, below the root; undefined for a module of Snug.
 * @param {string} id
 * @param {string} root
 */
export function findPackage(id, root) {
  // Plugins mark virtual modules, and Vite adds what to do with a file.
  const path = id.replace(/^\0/, '').replace(/\?.*$/s, '').replaceAll('\\', '/');
  const [folder] = PACKAGE_FOLDER.exec(path) ?? [];
  const base = `${root.replaceAll('\\', '/')}/`;
  return folder?.startsWith(base) ? folder.slice(base.length) : folder;
}
