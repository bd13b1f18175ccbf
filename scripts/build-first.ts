import { build } from './build.mjs';

// Tests run the built server and page, from the current sources.
export default build;
