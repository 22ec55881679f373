// The document names the service's public address; this page may have been opened by another one.
function sendHere(request) {
  const { pathname, search } = new URL(request.url, location.origin);
  request.url = location.origin + pathname + search;
  return request;
}

// Start Swagger UI on our own document. Nothing is loaded from another host.
if (window.SwaggerUIBundle) {
  document.getElementById("missing").remove();
  window.ui = SwaggerUIBundle({
    url: "/openapi.json",
    requestInterceptor: sendHere,
    dom_id: "#interface",
    deepLinking: true,
    validatorUrl: null,
    persistAuthorization: false,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
  });
}
