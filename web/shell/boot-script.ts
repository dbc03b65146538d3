/**
 * Runs before the first paint: the chosen theme (key `theme`: light, dark or system) and the side menu's state (cookie
 * `sidebar_state`) become attributes of <html>, so that a page that is the same for everybody never flashes. The content
 * security policy allows it by its hash.
 */
export const bootScript = `(function(){var d=document.documentElement,t=null;try{t=localStorage.getItem('theme')}catch(e){}if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';d.dataset.theme=t;d.dataset.sidebar=/(^|; )sidebar_state=false/.test(document.cookie)?'closed':'open'})()`;
