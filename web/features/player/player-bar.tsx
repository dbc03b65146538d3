/** The site's player, at the bottom of every page once something was played. The shell mounts it. */
export function PlayerBar() {
  return null;
}
