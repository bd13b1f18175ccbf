import { build } from './build.mjs';

// Tests run the server and the page as people do: built, of the sources as they are now.
export default build;
