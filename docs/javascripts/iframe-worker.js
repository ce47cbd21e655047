// A browser gives no worker to a page that is opened as a file. There the search runs in a hidden frame instead,
// which takes and gives the same messages.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #waiting = [];
    #frame = null;

    constructor(address) {
      super();
      const element = document.createElement("iframe");
      element.hidden = true;
      element.srcdoc = "<!doctype html><title>Search</title>";
      element.onload = () => this.#start(element.contentWindow, address);
      document.body.append(element);
    }

    #start(frame, address) {
      frame.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = frame.document.createElement("script");
      script.src = address;
      script.onload = () => {
        this.#frame = frame;
        this.#waiting.splice(0).forEach((data) => this.postMessage(data));
      };
      frame.document.head.append(script);
    }

    postMessage(data) {
      if (this.#frame) this.#frame.dispatchEvent(new MessageEvent("message", { data }));
      else this.#waiting.push(data);
    }
  };
}
