/**
 * Theme and menu: the chosen theme (key `theme`: light, dark or system) and the side menu's state (cookie
 * `sidebar_state`) become attributes of <html>, so that a page that is the same for everybody never flashes.
 */
const theme = `(function(){var d=document.documentElement,t=null;try{t=localStorage.getItem('theme')}catch(e){}if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';d.dataset.theme=t;d.dataset.sidebar=/(^|; )sidebar_state=false/.test(document.cookie)?'closed':'open'})()`;

/**
 * What the reader does while the page's code loads is recorded in `window.earlyActions` for {@link ../lib/early-actions.ts}:
 * a click on a button, a changed field, a sent form. Once React listens (`listens`), events of a hydrated element
 * (`hears`) are React's; only those behind recorded actions that still wait are recorded too. A form with an `action`
 * is sent by the browser; any other belongs to the page's code and is never sent by the browser: it would go to the
 * page's own address, with a password in it.
 */
const early = `(function(){var a=[],n=['click','input','submit'],s=window.earlyActions={actions:a,listens:false,hears:function(t){var h=false,g=function(){h=true};t.addEventListener('auxclick',g);t.dispatchEvent(new Event('auxclick',{bubbles:true}));t.removeEventListener('auxclick',g);return h},stop:function(){n.forEach(function(k){removeEventListener(k,f,true)})}};function f(e){var k=e.type,t=e.target,b=k==='click'?t.closest('button,[role=button],span[role]'):t,o,h,i;if(!b||k==='click'&&b.form&&b.type==='submit'||k==='submit'&&b.hasAttribute('action'))return;o=a.find(function(o){return o.kind===k&&o.element===b});if(!o)a.push(o={kind:k,element:b,submitter:e.submitter});o.value=b.value;o.checked=b.checked;if(!s.listens)return;h=s.hears(b);i=a.indexOf(o);if(i<0||h&&i>0&&k!=='input')e.stopImmediatePropagation();else if(h)a.splice(i,1)}addEventListener('submit',function(e){if(!e.target.hasAttribute('action'))e.preventDefault()},true);n.forEach(function(k){addEventListener(k,f,true)})})()`;

/** Whether a pointer is down, for {@link ../lib/press.ts}. */
const presses = `['pointerdown','pointerup','pointercancel'].forEach(function(k){addEventListener(k,function(){window.pressed=k==='pointerdown'},true)})`;

/** Runs before the first paint. The content security policy allows it by its hash. */
export const bootScript = `${theme};${early};${presses}`;
