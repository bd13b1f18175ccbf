import manifest from '../../package.json' with { type: 'json' };

/** The version of the release; the protocol has a version of its own. */
export const PRODUCT_VERSION = manifest.version;
