// The fault `bad-origin`: sends the frame's messages from another origin and window.
for (const type of ['@w3m-frame/READY', '@w3m-frame/SESSION_UPDATE'])
  window.top.postMessage({ type, payload: { version: '1', token: 'of a stranger' } }, '*');
