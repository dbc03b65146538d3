export { posts } from './read.ts';
export { followedLabel, introductionCategory } from './categories/following.ts';
