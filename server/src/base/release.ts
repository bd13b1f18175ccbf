import packageJson from '../../../package.json' with { type: 'json' };

/** The release of this server: three numbers. */
export const RELEASE: string = packageJson.version;
