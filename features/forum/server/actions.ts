export { posts } from './read.ts';
