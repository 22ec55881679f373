// Start Swagger UI on our own document. Nothing is loaded from another host.
if (window.SwaggerUIBundle) {
  document.getElementById("missing").remove();
  window.ui = SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#interface",
    deepLinking: true,
    validatorUrl: null,
    persistAuthorization: false,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
  });
}
