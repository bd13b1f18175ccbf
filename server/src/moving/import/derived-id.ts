export { deriveId } from '../../base/derived-id.ts';
