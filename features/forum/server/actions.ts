export { readPost } from './read.ts';
