// The site's half of a view: it loads what answers instead of a kernel. `widgets` is
// course/views/widgets.js, `Recorded` is recorded.js, and what is loaded as "typed" is docs/site/typed.

const here = new URL(".", document.currentScript.src);
const NEAR = "800px"; // how far below the window a view is made ready
const expected = new Map();
const loaded = new Map();

// Each file is a classic script that hands over what it holds: from file:// a page may load nothing else.
function load(name) {
  if (!loaded.has(name)) loaded.set(name, handedOver(name));
  return loaded.get(name);
}

function handedOver(name) {
  return new Promise((resolve, reject) => {
    expected.set(name, resolve);
    const script = document.createElement("script");
    script.src = new URL(`views/${name}.js`, here);
    script.onerror = () => reject(new Error(`${script.src} is missing`));
    document.head.append(script);
  });
}

window.attnlibSite = {
  keep: (name, held) => expected.get(name)(typeof held === "string" ? unpacked(held) : held),
};

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

function unpacked(base64) {
  const stream = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// The views know JupyterLab's word for the theme, the theme of the site has its own.
function followTheme() {
  const page = document.documentElement;
  const say = () => { document.body.dataset.jpThemeLight = String(page.dataset.theme !== "dark"); };
  new MutationObserver(say).observe(page, { attributes: true, attributeFilter: ["data-theme"] });
  say();
}

async function recorded(name) {
  const recording = await load(name);
  const hasText = recording.controls.some(({ kind }) => kind === "text");
  const typed = hasText ? await (await load("typed")).answering(name, recording, load) : undefined;
  return new Recorded(recording, name, typed).ready();
}

async function enliven(place) {
  const { recording, quiz } = place.dataset;
  const asked = JSON.parse(quiz ?? "{}");
  const model = quiz ? { get: (name) => asked[name] } : await recorded(recording);
  const el = document.createElement("div");
  widgets.render({ model, el });
  place.replaceChildren(el);
}

document.addEventListener("DOMContentLoaded", () => {
  followTheme();
  if (location.protocol === "file:") for (const one of document.querySelectorAll(".open-live")) one.hidden = true;
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      enliven(target);
    }
  }, { rootMargin: NEAR });
  for (const place of document.querySelectorAll(".live")) sight.observe(place);
  for (const still of document.querySelectorAll(".drawing")) reachable(still);
});
